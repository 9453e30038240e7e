#!/bin/sh
# Makes .env from .env.example, with a random value for each secret. An existing .env stays, because it has the secrets of the data.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo '.env is there already, and stays as it is.' >&2
  exit 1
fi
umask 077
while IFS= read -r line; do
  case $line in
    [A-Z]*=) line=$line$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n') ;;
  esac
  printf '%s\n' "$line"
done < .env.example > .env.new
mv .env.new .env
