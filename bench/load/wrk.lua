-- Sends the requests of a file in turn, and reports as one line of JSON.
-- The file has one JSON object a line, in the fixed shape that generator.ts writes; Lua has no JSON reader.

local requests = {}
local at = 0

function init(args)
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
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
  -- Two generators that run at once must not touch the same rows in step.
  math.randomseed(os.time() + math.floor(os.clock() * 1e6))
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
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
