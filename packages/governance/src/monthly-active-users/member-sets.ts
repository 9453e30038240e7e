/**
 * Lua, shared by the scripts: the users of a month as sets of 64-bit integers.
 *
 * Redis keeps a set of at most 512 integers as a sorted array of 8 bytes each. So users are spread over many small sets, in
 * levels: level n has 4^(n+1) sets. New users go to the current level, until its sets have 400 members each on average (512
 * are five standard deviations away); a user is looked up in every level, latest first. The current level follows from
 * the count alone. `month` is the key of the month's hash {count, epoch, forgotten, server}; sets are `<month>:<level>:<number>`.
 *
 * All keys carry the organisation's hash tag, so they lie in one slot of a cluster though only the first is declared.
 */
export const memberSetsLua = `
local function level_for(count)
  local level, sets, room = 0, 4, 1600
  while count >= room do
    level, sets = level + 1, sets * 4
    room = room + sets * 400
  end
  return level
end

local function set_of(month, level, user)
  return month .. ':' .. level .. ':' .. tonumber(string.sub(user, -9)) % 4 ^ (level + 1)
end

local function is_counted(month, count, user)
  for level = level_for(count), 0, -1 do
    if redis.call('SISMEMBER', set_of(month, level, user), user) == 1 then return true end
  end
  return false
end

local function count_user(month, count, user, expires_at)
  local set = set_of(month, level_for(count), user)
  redis.call('SADD', set, user)
  if redis.call('SCARD', set) == 1 then redis.call('EXPIREAT', set, expires_at) end
end
`;

/** Members of the month that PostgreSQL may not have yet. */
export const pendingSuffix = ':pending';
/** The lease of the process that rebuilds the month from PostgreSQL. */
export const leaseSuffix = ':lease';
export const leaseMs = 5_000;
