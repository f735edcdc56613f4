-- Sends the requests of a file in turn, and reports as one line of JSON.
-- The file has one JSON object a line, in the fixed shape that generator.ts writes; Lua has no JSON reader.

local requests = {}
local at = 0
-- What takes the place of UNIQUE in bodies: this run, and how many were sent; of one length, as the request says how long it is.
local UNIQUE = '%[<id>%]'
local run
local sent = 0

local function unique()
  sent = sent + 1
  return string.format('%s-%012d', run, sent)
end

function init(args)
  -- Two generators that run at once must not touch the same rows in step.
  math.randomseed(os.time() + math.floor(os.clock() * 1e6))
  run = string.format('%d-%06d', os.time(), math.random(0, 999999))
  for line in io.lines(args[1]) do
    local method, path, rest = line:match('^{"method":"(%u+)","path":"([^"]+)"(.*)}$')
    -- A body is JSON within JSON: its quotes come escaped, and nothing else does.
    local body = rest:match('^,"body":"(.*)"$')
    if body then body = body:gsub('\\"', '"') end
    local headers
    local agent = rest:match('^,"userAgent":"(.*)"$')
    if agent then
      headers = { ['user-agent'] = agent }
      for name, value in pairs(wrk.headers) do headers[name] = value end
    end
    local own = body and body:find(UNIQUE) and unique()
    local formatted = wrk.format(method, path, headers, own and body:gsub(UNIQUE, own) or body)
    requests[#requests + 1] = own and { formatted:match('^(.*)' .. own:gsub('%-', '%%-') .. '(.*)$') } or { formatted }
  end
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  local before, after = unpack(requests[at])
  return after and before .. unique() .. after or before
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"duration":%d,"errors":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)
  ))
end
