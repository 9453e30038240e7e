/** Scripts on the keys of one environment. Versions fit a Lua number: they stay below 2^53. */

/**
 * Adds the fragments above version `base` to a copy that stands at `base` or between it and the new version.
 * KEYS copy. ARGV base, version, written_at, then field and text in turn; an empty text removes the field.
 * Returns 1 when it was written.
 */
export const addFragmentsScript = `
local held = tonumber(redis.call('HGET', KEYS[1], 'version'))
if not held or held < tonumber(ARGV[1]) or held >= tonumber(ARGV[2]) then return 0 end
for i = 4, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'written_at', ARGV[3])
return 1`;

/**
 * Puts a complete new copy in the place of the old one, unless that has become newer, or the new one has lost fields
 * that were written to it: Redis was emptied or expired it meanwhile, and half a datafile must not be served.
 * KEYS new copy, copy. ARGV version of the new copy, version of the old one that may be replaced by a lower one
 * (the database was restored; -1: none), fields of the new copy. Returns 1 when it was replaced.
 */
export const replaceCopyScript = `
if redis.call('HLEN', KEYS[1]) ~= tonumber(ARGV[3]) then
  redis.call('UNLINK', KEYS[1])
  return 0
end
local held = tonumber(redis.call('HGET', KEYS[2], 'version'))
if held and held >= tonumber(ARGV[1]) and held ~= tonumber(ARGV[2]) then
  redis.call('UNLINK', KEYS[1])
  return 0
end
redis.call('UNLINK', KEYS[2])
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('PERSIST', KEYS[2])
return 1`;

/**
 * Lets a key lead nowhere, unless it leads to another environment by now.
 * KEYS the key hash's key. ARGV the environment that it led to.
 */
export const forgetKeyScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('UNLINK', KEYS[1]) end
return 0`;
