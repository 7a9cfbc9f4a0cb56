// Elements without HTML text: names of places are data, never markup.

/// An element with properties and children; a child that is a string becomes text.
export function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key === "class") node.className = value;
    else if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== ""));
  return node;
}

export const byID = (id) => document.getElementById(id);

/// Sets a text only when it differs, so that screen readers hear changes alone.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
