/*
 * The bash script that prepares a box and starts it. It runs before the confinement, as the user of the server, and is
 * configured by its environment. It reports on descriptor 3 how the run went; 4 becomes the 5 of the box, where the program in
 * it reports what it found before it starts the command. 9 is the lock of the box, which the end of the script releases.
 */
export const launcherScript = `
set -u
fail() { echo "fault $*" >&3; exit 1; }

# Close everything that the server has inherited and left open.
for open in /proc/self/fd/*; do
  case \${open##*/} in [0-4]) ;; *) eval "exec \${open##*/}>&-" 2>/dev/null ;; esac
done

exec 9>>"$BOX_LOCK" || fail the lock cannot be opened
flock -w "$BOX_LOCK_S" 9 || fail locked

if [ "$BOX_DISK" != plain ]; then
  mount -t tmpfs -o size=256k,mode=755 tmpfs /mnt && mkdir /mnt/work && cp -r "$BOX_ETC" /mnt/etc || fail no file system can be mounted
fi
case "$BOX_DISK" in
  image)
    if [ ! -e "$BOX_IMAGE" ]; then
      rm -f "$BOX_IMAGE.new"
      truncate -s "$BOX_DISK_BYTES" "$BOX_IMAGE.new" &&
        mkfs.ext4 -q -F -m 0 -N "$BOX_FILES" -E "root_owner=$BOX_UID:$BOX_UID" "$BOX_IMAGE.new" &&
        mv "$BOX_IMAGE.new" "$BOX_IMAGE" || fail the disk cannot be made
    fi
    mount -o loop,nosuid,nodev,noatime,discard "$BOX_IMAGE" /mnt/work || fail the disk cannot be mounted
    rmdir /mnt/work/lost+found 2>/dev/null ;;
  bound)
    mkdir -p "$BOX_FOLDER" && chown "$BOX_UID:$BOX_UID" "$BOX_FOLDER" && chmod 700 "$BOX_FOLDER" &&
      mount --bind "$BOX_FOLDER" /mnt/work || fail the folder cannot be used ;;
  plain)
    mkdir -p "$BOX_FOLDER" || fail the folder cannot be used ;;
esac

for group in $BOX_GROUPS; do
  echo $$ > "$group" || fail the limits cannot be set
done

echo begun >&3
# Output before the returned end is discarded here, not in the server. This process starts the box directly, without one in
# between, so that both end together.
if [ "$BOX_TAIL" = 0 ]; then
  "$@" 2>/dev/null 5>&4 3>&- 4>&- 9>&- 6<"$BOX_FILTER"
  code=$?
else
  exec 8> >(exec tail -c "$BOX_TAIL" 3>&- 4>&- 9>&-)
  tail=$!
  "$@" >&8 2>&1 5>&4 3>&- 4>&- 8>&- 9>&- 6<"$BOX_FILTER"
  code=$?
  exec 8>&-
  wait $tail
fi
echo "exit $code" >&3
if [ "$BOX_DISK" = image ]; then
  echo "used $(stat -f -c '%S %b %f %c %d' /mnt/work)" >&3
else
  echo "used $(du -s -x --block-size=1 "$BOX_FOLDER" 2>/dev/null | cut -f1) $(du -s -x --inodes "$BOX_FOLDER" 2>/dev/null | cut -f1)" >&3
fi
exit 0
`
