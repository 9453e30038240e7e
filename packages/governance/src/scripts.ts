import { defineScript } from '@bunting/redis';
import { leaseMs, leaseSuffix, memberSetsLua, pendingSuffix } from './monthly-active-users/member-sets.ts';

/**
 * Decides all requests of one organisation that wait together: first the tokens, in the order of arrival, then the
 * users of those that got one. The month has a generation (its field `epoch`) once its users are complete in Redis; without one
 * no user is decided, and the first caller gets the lease to rebuild it.
 *
 * KEYS  the bucket, the month
 * ARGV  1 requests that need a token  2 tokens a minute  3 cap of users, -1 = none  4 when the month's keys expire
 *       5 the caller's name for the lease  6 tokens that earlier requests have cost beside their first: they are taken
 *       whether they are there or not, down to a minute's worth below none, then for each request with users not known to be counted:
 *       its position among those that need a token (0 = has one), how many users, the users
 * Returns {tokens granted, ms until the next token, generation or '', 1 = the lease is the caller's, users waiting for
 * PostgreSQL, then the ordinals of requests that exceed the cap}
 */
export const admitScript = defineScript(`${memberSetsLua}
local wanted, owed = tonumber(ARGV[1]), tonumber(ARGV[6])
local granted, wait_ms = wanted, 0
if wanted > 0 or owed > 0 then
  local per_minute = tonumber(ARGV[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
  local tokens = per_minute
  if bucket[1] then
    local elapsed = math.max(0, now - bucket[2])
    tokens = math.min(per_minute, bucket[1] + elapsed * per_minute / 60000000)
  end
  tokens = math.max(-per_minute, tokens - owed)
  granted = math.max(0, math.min(wanted, math.floor(tokens)))
  tokens = tokens - granted
  if granted < wanted then wait_ms = math.ceil((1 - tokens) * 60000 / per_minute) end
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], 120000)
end

local month = KEYS[2]
local state = redis.call('HMGET', month, 'epoch', 'count', 'forgotten')
if not state[1] then
  local lease = month .. '${leaseSuffix}'
  redis.call('SET', lease, ARGV[5], 'NX', 'PX', ${leaseMs})
  local is_own = redis.call('GET', lease) == ARGV[5]
  return {granted, wait_ms, '', is_own and 1 or 0, 0}
end
local reply = {granted, wait_ms, state[1], 0, 0}
local before = tonumber(state[2]) or 0
local count, cap, at, ordinal = before, tonumber(ARGV[3]), 7, 0
local forgotten = tonumber(state[3]) or 0
while ARGV[at] do
  local position, users = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  if position <= granted then
    local fresh, seen = {}, {}
    for i = at + 2, at + 1 + users do
      local user = ARGV[i]
      if not seen[user] and not is_counted(month, count + forgotten, user) then
        seen[user] = true
        fresh[#fresh + 1] = user
      end
    end
    if cap >= 0 and #fresh > 0 and count + #fresh > cap then
      reply[#reply + 1] = ordinal
    else
      for _, user in ipairs(fresh) do
        count_user(month, count + forgotten, user, ARGV[4])
        redis.call('SADD', month .. '${pendingSuffix}', user)
        count = count + 1
      end
    end
  end
  at = at + 2 + users
  ordinal = ordinal + 1
end
if count > before then
  redis.call('HSET', month, 'count', count)
  redis.call('EXPIREAT', month .. '${pendingSuffix}', ARGV[4])
end
if at > 7 then reply[5] = redis.call('SCARD', month .. '${pendingSuffix}') end
return reply
`);

/**
 * Counts users whatever the cap.
 *
 * KEYS  the month
 * ARGV  1 when the month's keys expire  2 whose lease it must be, '' = any  3 1 = PostgreSQL may not have them, then the users
 * Returns 1, or 0 when the lease is lost and nothing was done
 */
export const countScript = defineScript(`${memberSetsLua}
local month = KEYS[1]
if ARGV[2] ~= '' then
  if redis.call('GET', month .. '${leaseSuffix}') ~= ARGV[2] then return 0 end
  redis.call('PEXPIRE', month .. '${leaseSuffix}', ${leaseMs})
end
local state = redis.call('HMGET', month, 'count', 'forgotten')
local before, forgotten = tonumber(state[1]) or 0, tonumber(state[2]) or 0
local count = before
for i = 4, #ARGV do
  if not is_counted(month, count + forgotten, ARGV[i]) then
    count_user(month, count + forgotten, ARGV[i], ARGV[1])
    count = count + 1
    if ARGV[3] == '1' then redis.call('SADD', month .. '${pendingSuffix}', ARGV[i]) end
  end
end
if count > before then
  redis.call('HSET', month, 'count', count)
  redis.call('EXPIREAT', month, ARGV[1])
  if ARGV[3] == '1' then redis.call('EXPIREAT', month .. '${pendingSuffix}', ARGV[1]) end
end
return 1
`);

/** The run of the server; '' where a script may not ask for it. */
const serverRunLua = `
local function server_run()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''
end
`;

/**
 * Ends a rebuild: the month is complete and gets its generation, and the run of the server for which that was found.
 *
 * KEYS  the month
 * ARGV  1 when the month's keys expire  2 whose lease it must be
 * Returns 1, or 0 when the lease is lost
 */
export const completeScript = defineScript(`${serverRunLua}
local lease = KEYS[1] .. '${leaseSuffix}'
if redis.call('GET', lease) ~= ARGV[2] then return 0 end
local time = redis.call('TIME')
local forgets = redis.call('HGET', KEYS[1], 'forgets')
local epoch = time[1] .. '.' .. time[2] .. (forgets and '/' .. forgets or '')
redis.call('HSET', KEYS[1], 'epoch', epoch, 'server', server_run())
redis.call('EXPIREAT', KEYS[1], ARGV[1])
redis.call('DEL', lease)
return 1
`);

/**
 * Finds out whether the month was complete in another run of the server: it may have come back with older data.
 *
 * KEYS  the month
 * ARGV  1 the caller's name for the lease
 * Returns 1 when that is so and the caller has the lease to rebuild it, else 0
 */
export const verifyScript = defineScript(`${serverRunLua}
if redis.call('HGET', KEYS[1], 'server') == server_run() then return 0 end
return redis.call('SET', KEYS[1] .. '${leaseSuffix}', ARGV[1], 'NX', 'PX', ${leaseMs}) and 1 or 0
`);

/**
 * Takes users out of a month. The level of the next user goes by all who were ever counted, forgotten ones included: those
 * who stay are looked for where they were put.
 *
 * KEYS  the month
 * ARGV  users
 * Returns how many of them were counted
 */
export const uncountScript = defineScript(`${memberSetsLua}
local month = KEYS[1]
local state = redis.call('HMGET', month, 'count', 'forgotten')
local count, forgotten = tonumber(state[1]) or 0, tonumber(state[2]) or 0
local removed = 0
for _, user in ipairs(ARGV) do
  redis.call('SREM', month .. '${pendingSuffix}', user)
  for level = level_for(count + forgotten), 0, -1 do
    removed = removed + redis.call('SREM', set_of(month, level, user), user)
  end
end
if removed > 0 then redis.call('HSET', month, 'count', count - removed, 'forgotten', forgotten + removed) end
return removed
`);

/**
 * Sets another generation, with the number of times that users were forgotten behind a slash: processes give up the users that
 * they know to be counted, instead of counting them again.
 *
 * KEYS  the month
 */
export const forgottenScript = defineScript(`
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch then return 0 end
local forgets = redis.call('HINCRBY', KEYS[1], 'forgets', 1)
redis.call('HSET', KEYS[1], 'epoch', string.match(epoch, '^[^/]*') .. '/' .. forgets)
return forgets
`);

/** The reply of `admitScript`. */
export type AdmitReply = readonly [
  granted: number,
  waitMs: number,
  generation: string,
  isLeaseOwn: 0 | 1,
  pendingUsers: number,
  ...exceeding: number[],
];
