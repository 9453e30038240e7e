#!/usr/bin/env bash
# The pipe's image runs this in the clone of the repository, with the variables of pipe.yml.
set -euo pipefail

: "${BUNTING_URL:?is missing}" "${BUNTING_TOKEN:?is missing}"
export BUNTING_PROJECT="${BUNTING_PROJECT:-}" # empty: bunting.yaml has it, or several
read -r -a arguments <<< "${EXTRA_ARGS:-}"
bunting() { node "${BUNTING_CLI:-/opt/package/dist/bunting-command.js}" refs "$@" ${arguments[@]+"${arguments[@]}"}; }

# The clone belongs to another user than the one in the image.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0="${BITBUCKET_CLONE_DIR:-$PWD}"
cd "${BITBUCKET_CLONE_DIR:-$PWD}"

case "${COMMAND:-push}" in
  # Bitbucket does not say which branch is the default one.
  push) bunting push --default-branch "${DEFAULT_BRANCH:-main}" ;;
  check) bunting scan --check ;;
  stale) bunting stale --check ;;
  diff) bunting diff "${BASE:-main}" ;;
  *) echo "COMMAND must be push, check, stale or diff; it is \"$COMMAND\"." >&2; exit 2 ;;
esac
