#!/bin/sh
# /usr/local/bin/lintel: Lintel's commands with the settings, the folder and the user of lintel.service.
set -eu
case "$(id -un)" in
  lintel) as= ;;
  root) as="runuser -u lintel --" ;;
  *) as="sudo -u lintel" ;;
esac
exec $as env DATA_DIR=/var/lib/lintel TMPDIR=/var/cache/lintel INIT_CWD="$PWD" LINTEL_SETTINGS_FILE=/etc/lintel/lintel.env \
  /srv/lintel/node_modules/.bin/node --env-file=/etc/lintel/lintel.env /srv/lintel/server/src/main.ts "$@"
