#!/bin/sh
# Makes .env of .env.example, with a random value for each secret. One that is there stays: it has the secrets of its data.
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
