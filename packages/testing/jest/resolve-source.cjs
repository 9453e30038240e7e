'use strict';

/** Jest asks without conditions when it looks for what depends on a file; our packages lead to their sources for it then, too. */
module.exports = function resolveSource(path, options) {
  const conditions = ['bunting-source', ...(options.conditions ?? ['node', 'import', 'default'])];
  return options.defaultResolver(path, { ...options, conditions });
};
