'use strict';

/** Resolves our packages to their sources also without conditions, as Jest asks when it looks for what depends on a file. */
module.exports = function resolveSource(path, options) {
  const conditions = ['bunting-source', ...(options.conditions ?? ['node', 'import', 'default'])];
  return options.defaultResolver(path, { ...options, conditions });
};
