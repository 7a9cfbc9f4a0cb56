// The pages of the panel, with the keys that people expect of tabs.

export function startTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];

  function open(tab) {
    for (const each of tabs) {
      const isOpen = each === tab;
      each.setAttribute("aria-selected", String(isOpen));
      each.tabIndex = isOpen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !isOpen;
    }
    document.dispatchEvent(new CustomEvent("tab", { detail: tab.id }));
  }

  for (const [index, tab] of tabs.entries()) {
    tab.onclick = () => open(tab);
    tab.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      open(next);
      next.focus();
    };
  }
}
