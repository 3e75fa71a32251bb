#!/usr/bin/env bash
# Writes a dump of the database every day and keeps the last fourteen: old ones go only when there is a new one, so that
# days without a dump cost none. Restore one with:
#   docker compose exec -T backup pg_restore --clean --if-exists --dbname tafelrunde < FILE
set -euo pipefail
umask 077
while true; do
  name="/backups/tafelrunde-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  if pg_dump --format=custom --file="$name.part"; then
    mv "$name.part" "$name"
    # Names hold the time, so they sort by it.
    find /backups -name 'tafelrunde-*.dump' | sort -r | tail -n +15 | xargs -r rm --
    sleep 86400
  else
    rm -f "$name.part"
    echo "no backup was made; trying again in an hour" >&2
    sleep 3600
  fi
done
