#!/usr/bin/env bash
# Writes a dump of the database every day and keeps the last fourteen. Restore one with:
#   docker compose exec -T backup pg_restore --clean --if-exists --dbname tafelrunde < FILE
set -euo pipefail
while true; do
  name="/backups/tafelrunde-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  pg_dump --format=custom --file="$name.part" && mv "$name.part" "$name"
  find /backups -name 'tafelrunde-*.dump' -mtime +14 -delete
  sleep 86400
done
