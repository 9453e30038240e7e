#!/bin/sh
# Rotates a secret of .env. Roll out after each step (deploy/roll-out.sh).
#   rotate-secret.sh NAME             a new random value at once
#   rotate-secret.sh NAME --announce  the new value as NAME_PREVIOUS, so that every process can read what it will sign or encrypt
#   rotate-secret.sh NAME --swap      the new value becomes NAME, the old one NAME_PREVIOUS
#   rotate-secret.sh NAME --finish    removes NAME_PREVIOUS
set -eu
cd "$(dirname "$0")/.."
name=${1:-} step=${2:-}

fail() {
  echo "$1" >&2
  exit 1
}

value_of() {
  sed -n "s/^$1=//p" .env
}

# Replaces .env at once, so that an interruption leaves the old one; awk gets the values from the environment, as other users can read arguments.
write() {
  umask 077
  awk "$1" .env > .env.new
  mv .env.new .env
}

case $name in '' | *[!A-Z_]*) fail 'Usage: deploy/rotate-secret.sh NAME [--announce | --swap | --finish]' ;; esac
[ -e .env ] || fail 'There is no .env: run deploy/make-env.sh first.'
[ -n "$(value_of "$name")" ] || fail "$name has no value in .env."
case $name$step in
  EVALUATION_TRACE_SECRET--* | *_ENCRYPTION_KEY--*) ;;
  *_ENCRYPTION_KEY) fail "What is encrypted with $name would be lost: use --announce, --swap and --finish." ;;
  *--*) fail "$name has no previous value: leave out $step." ;;
esac
export name old new previous
old=$(value_of "$name")
previous=$(value_of "${name}_PREVIOUS")
new=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')

case $step in
  '') write 'index($0, ENVIRON["name"] "=") == 1 { $0 = ENVIRON["name"] "=" ENVIRON["new"] } { print }' ;;
  --announce)
    [ -z "$previous" ] || fail "${name}_PREVIOUS is set: finish that rotation first."
    write '{ print } END { print ENVIRON["name"] "_PREVIOUS=" ENVIRON["new"] }'
    ;;
  --swap)
    [ -n "$previous" ] || fail "${name}_PREVIOUS has no value: --announce comes first."
    write 'index($0, ENVIRON["name"] "=") == 1 { $0 = ENVIRON["name"] "=" ENVIRON["previous"] }
           index($0, ENVIRON["name"] "_PREVIOUS=") == 1 { $0 = ENVIRON["name"] "_PREVIOUS=" ENVIRON["old"] }
           { print }'
    ;;
  --finish) write 'index($0, ENVIRON["name"] "_PREVIOUS=") != 1 { print }' ;;
  *) fail "Unknown step: $step" ;;
esac
