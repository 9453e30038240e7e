/** Scripts on the keys of one environment. Versions fit a Lua number: they stay below 2^53. */

/**
 * Adds the fragments above version `base` to a copy whose version is `base` or between it and the new version.
 * KEYS copy. ARGV base, version, written_at, then field and text in turn; an empty text removes the field.
 * Returns 1 when it was written.
 */
export const addFragmentsScript = `
local current = tonumber(redis.call('HGET', KEYS[1], 'version'))
if not current or current < tonumber(ARGV[1]) or current >= tonumber(ARGV[2]) then return 0 end
for i = 4, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'written_at', ARGV[3])
return 1`;

/**
 * Replaces the old copy by a complete new one, unless the old one has become newer, or the new one has lost fields because
 * Redis was emptied or expired it meanwhile: an incomplete datafile must not be served.
 * KEYS new copy, copy. ARGV version of the new copy, version of the old one that may be replaced by a lower one
 * (the database was restored; -1: none), fields of the new copy. Returns 1 when it was replaced.
 */
export const replaceCopyScript = `
if redis.call('HLEN', KEYS[1]) ~= tonumber(ARGV[3]) then
  redis.call('UNLINK', KEYS[1])
  return 0
end
local current = tonumber(redis.call('HGET', KEYS[2], 'version'))
if current and current >= tonumber(ARGV[1]) and current ~= tonumber(ARGV[2]) then
  redis.call('UNLINK', KEYS[1])
  return 0
end
redis.call('UNLINK', KEYS[2])
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('PERSIST', KEYS[2])
return 1`;

/**
 * Deletes the key of a key hash, unless it maps to another environment now.
 * KEYS the key of the key hash. ARGV the environment to which it was mapped.
 */
export const removeKeyScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('UNLINK', KEYS[1]) end
return 0`;
