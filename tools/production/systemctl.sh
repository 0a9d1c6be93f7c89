#!/bin/bash
# Stand-in for systemctl where systemd does not run: it starts, stops and reloads services as their units say. Of the
# restrictions of a unit it has the user, read-only folders, an own /tmp, no new privileges and ambient capabilities.
set -eu

verb=
names=()
for word in "$@"; do
  case $word in
  -*) ;;
  *) if [ -z "$verb" ]; then verb=$word; else names+=("${word%.service}"); fi ;;
  esac
done

unit_of() {
  for folder in /etc/systemd/system /lib/systemd/system; do
    [ ! -e "$folder/$1.service" ] || { echo "$folder/$1.service"; return; }
  done
  echo "Unit $1.service not found." >&2
  exit 5
}
values() { sed -n "s/^$2=//p" "$1"; }
is_running() { [ -e "/run/stand-in/$1" ] && kill -0 "$(cat "/run/stand-in/$1")" 2>/dev/null; }

start() {
  is_running "$1" && return
  local unit user privileges=() environment=() home
  unit=$(unit_of "$1")
  user=$(values "$unit" User)
  home=$(getent passwd "$user" | cut -d: -f6)
  mapfile -t environment < <(values "$unit" Environment)
  [ "$(values "$unit" NoNewPrivileges)" != yes ] || privileges+=(--no-new-privs)
  [ "$(values "$unit" AmbientCapabilities)" != CAP_NET_BIND_SERVICE ] ||
    privileges+=(--inh-caps=+net_bind_service --ambient-caps=+net_bind_service)
  mkdir -p /run/stand-in
  # shellcheck disable=SC2016,SC2046
  UNIT=$unit unshare --mount --propagation private setsid sh -c '
    set -eu
    values() { sed -n "s/^$1=//p" "$UNIT"; }
    if [ "$(values ProtectSystem)" = strict ]; then
      for folder in /var/lib/$(values StateDirectory) /var/cache/$(values CacheDirectory) $(values ReadWritePaths); do
        folder=${folder#-}
        [ ! -d "$folder" ] || mount --bind "$folder" "$folder"
      done
      mount -o remount,bind,ro /
    fi
    mount -t tmpfs -o mode=1777 tmpfs /tmp
    umask "$(values UMask | grep . || echo 0022)"
    cd "$(values WorkingDirectory | grep . || echo /)"
    exec "$@"' sh \
    setpriv --reuid "$user" --regid "$user" --init-groups "${privileges[@]}" \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME="$home" "${environment[@]}" \
    $(values "$unit" ExecStart) </dev/null >>"/var/log/$1.log" 2>&1 &
  echo $! >"/run/stand-in/$1"
}

stop() {
  is_running "$1" || return 0
  local pid
  pid=$(cat "/run/stand-in/$1")
  kill "$pid"
  while is_running "$1"; do sleep 0.1; done
  rm "/run/stand-in/$1"
}

reload() {
  is_running "$1" || { echo "$1.service is not active, cannot reload." >&2; exit 1; }
  MAINPID=$(cat "/run/stand-in/$1") sh -c "$(values "$(unit_of "$1")" ExecReload)"
}

case $verb in
daemon-reload | enable | is-enabled | preset | unmask) ;;
is-active) for name in "${names[@]}"; do is_running "$name" || exit 3; done ;;
start | stop | reload) for name in "${names[@]}"; do "$verb" "$name"; done ;;
restart) for name in "${names[@]}"; do stop "$name"; start "$name"; done ;;
*) echo "This stand-in does not know systemctl $*." >&2; exit 1 ;;
esac
