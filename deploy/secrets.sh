#!/bin/sh
# Makes the secrets of compose.yaml in the folder `secrets` beside it. Secrets that are there already stay as they are.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# The user in the containers must be able to read the files, but nobody else of this machine can enter the folder.
chmod 700 secrets
umask 022
new() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
}
new postgresql-password "$(openssl rand -hex 24)"
new database-url "postgres://onedoor:$(cat secrets/postgresql-password)@postgresql:5432/onedoor"
new config-secret-key "$(openssl rand -base64 32)"
new s3-secret "$(openssl rand -hex 24)"
