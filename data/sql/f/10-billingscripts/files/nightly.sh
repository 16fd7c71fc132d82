#!/bin/sh
set -e
DEST=/mnt/backup/billing
KEEP=7
echo "start backup"
tar czf "$DEST/billing.tgz" /srv/billing
find "$DEST" -mtime +$KEEP -delete
# TODO mail me when this fails
python3 /srv/billing/billing.py >> /var/log/billing.log
