#!/bin/sh
# Installs the server of a release as a systemd service, or upgrades it:
#
#   sudo deploy/install.sh .cache/release/onedoor-0.1.0.tgz
#
# The data in /var/lib/onedoor and the settings in /etc/onedoor/settings stay as they are. To remove everything but those:
#
#   sudo systemctl disable --now onedoor
#   sudo rm -r /opt/onedoor /etc/systemd/system/onedoor.service /usr/local/bin/onedoor
set -eu

fail() {
  echo "$*" >&2
  exit 1
}

archive=${1:-}
folder=/opt/onedoor
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ -f "$archive" ] || fail "Name the server's package of a release: $0 onedoor-VERSION.tgz"
[ "$(id -u)" = 0 ] || fail "Run this as root: sudo $0 $archive"
major=$(node --print 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
[ "$major" -ge 24 ] || fail 'Onedoor needs Node 24 or newer in /usr/bin or /usr/local/bin: install it first.'
for program in npm make g++ python3; do
  command -v "$program" >/dev/null || fail "$program is missing. Debian: apt-get install npm make g++ python3"
done
version=$(tar -xzOf "$archive" package/package.json | node --print 'JSON.parse(fs.readFileSync(0)).version') ||
  fail "$archive is not the server's package of a release."

id onedoor >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /var/lib/onedoor --no-create-home --shell /usr/sbin/nologin onedoor
install -d -m 755 "$folder"
install -d -m 700 -o onedoor -g onedoor /var/lib/onedoor /var/cache/onedoor /var/backups/onedoor
install -d -m 755 /etc/onedoor
[ -e /etc/onedoor/settings ] || cat >/etc/onedoor/settings <<'SETTINGS'
# Settings of Onedoor, NAME=value a line, as docs/configuration.md lists them. Run `systemctl restart onedoor` after a change.
#BASE_URL=https://onedoor.example.org
#TRUSTED_PROXIES=127.0.0.1
SETTINGS
# It may contain secrets, which the server reads.
chown root:onedoor /etc/onedoor/settings
chmod 640 /etc/onedoor/settings

# The headers that came with Node, so that node-gyp does not download them.
node=$(node --print 'path.dirname(path.dirname(process.execPath))')
for headers in "$node" "$node"/node_modules/node-linux-*; do
  [ ! -e "$headers/include/node/node.h" ] || export npm_config_nodedir="$headers"
done

# Beside the installed one, which runs until the new one is complete.
new="$folder/new"
rm -rf "$new"
install -d -m 755 "$new"
tar -xzf "$archive" -C "$new" --strip-components 1 --no-same-owner
# Only sqlite3 has a part to compile, so no package needs to run a script. What compiling leaves behind goes.
(
  cd "$new"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  CFLAGS=-w CXXFLAGS=-w npx --no-install node-gyp rebuild --directory node_modules/sqlite3 --loglevel=error >/dev/null
  cd node_modules/sqlite3
  mv build/Release/node_sqlite3.node .
  rm -r build deps
  install -D -m 644 node_sqlite3.node build/Release/node_sqlite3.node
  rm node_sqlite3.node
)

running() { [ -d /run/systemd/system ]; }
! running || systemctl stop onedoor 2>/dev/null || true
rm -rf "$folder/current"
mv "$new" "$folder/current"
install -m 644 "$here/onedoor.service" /etc/systemd/system/onedoor.service
cat >/usr/local/bin/onedoor <<'COMMAND'
#!/bin/sh
# The command line on the server's own data and settings.
set -eu
[ "$(id -u)" = 0 ] || { echo "Run this as root: sudo onedoor $*" >&2; exit 1; }
[ $# -gt 0 ] || set -- --help
export ONEDOOR_SETTINGS=/etc/onedoor/settings DATA_DIR=/var/lib/onedoor HOME=/var/lib/onedoor
export NODE_COMPILE_CACHE=/var/cache/onedoor
cd /var/lib/onedoor
exec setpriv --reuid onedoor --regid onedoor --init-groups node /opt/onedoor/current/onedoor.mjs "$@"
COMMAND
chmod 755 /usr/local/bin/onedoor
if running; then
  systemctl daemon-reload
  systemctl enable --quiet onedoor
  systemctl start onedoor
fi
echo "Onedoor $version is installed in $folder/current. Its settings are in /etc/onedoor/settings."
