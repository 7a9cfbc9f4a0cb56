# A machine to test packages in: systemd as process 1 of a container, without a network. Sourced.
# shellcheck shell=bash

machine_container= # process id of systemd-nspawn
machine_leader=    # of process 1 in there

# machine_boot ROOT OPTION…: starts the system in the folder ROOT and waits until it runs.
machine_boot() {
  local options=(--boot --quiet --directory "$1" --private-network --console=read-only "${@:2}")
  # Where no systemd runs that could keep a list of machines and control groups.
  [ -d /run/systemd/system ] || options+=(--register=no --keep-unit)
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn "${options[@]}" \
    </dev/null >>"$1.console" 2>&1 &
  machine_container=$!
  machine_await "$1"
}

# machine_await ROOT: waits until the system runs, also after it rebooted.
machine_await() {
  local state deadline=$((SECONDS + 90))
  while [ $SECONDS -lt $deadline ]; do
    kill -0 "$machine_container" 2>/dev/null || break
    machine_leader=$(pgrep -P "$machine_container" | head -n 1) || true
    if [ -n "$machine_leader" ]; then
      state=$(machine_run systemctl is-system-running 2>/dev/null) || true
      case $state in running | degraded) return 0 ;; esac
    fi
    sleep 0.5
  done
  echo "The system in $1 does not boot; see $1.console" >&2
  return 1
}

# machine_run COMMAND…: runs a command as root in the machine.
machine_run() {
  nsenter --target "$machine_leader" --all env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    LANG=C.UTF-8 HOME=/root TERM=dumb "$@"
}

# machine_reboot ROOT
machine_reboot() {
  local before=$machine_leader deadline=$((SECONDS + 60))
  machine_run systemctl reboot 2>/dev/null || true
  # systemd-nspawn starts the system anew itself, but ends with --keep-unit, for whoever keeps the unit.
  while [ $SECONDS -lt $deadline ]; do
    if ! kill -0 "$machine_container" 2>/dev/null; then
      machine_boot "$1"
      return
    fi
    if [ ! -d "/proc/$before" ] && pgrep -P "$machine_container" >/dev/null; then break; fi
    sleep 0.2
  done
  machine_await "$1"
}

# machine_cut_power: what was not written to the disk by a program on purpose may be lost; what runs
# gets no chance to end.
machine_cut_power() {
  kill -KILL "$machine_leader"
  wait "$machine_container" 2>/dev/null || true
  machine_container=
}

# machine_off: ends the machine, if one runs.
machine_off() {
  [ -n "$machine_container" ] || return 0
  local deadline=$((SECONDS + 30))
  kill -RTMIN+4 "$machine_leader" 2>/dev/null || true # power off: systemd(1)
  while kill -0 "$machine_container" 2>/dev/null && [ $SECONDS -lt $deadline ]; do sleep 0.2; done
  kill -KILL "$machine_leader" "$machine_container" 2>/dev/null || true
  wait "$machine_container" 2>/dev/null || true
  machine_container=
}
