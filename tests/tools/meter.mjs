// A server that records when requests arrive. It forwards them to the origin `BEHIND`, or responds with an empty page;
// it fails on purpose at every request of a number, `FAIL_EVERY`.
import { createServer, request } from "node:http";

const { BEHIND, FAIL_EVERY } = process.env;
const times = [];
const agents = new Set();
let inFlight = 0;
let most = 0;

const server = createServer((incoming, outgoing) => {
  times.push(performance.now());
  agents.add(incoming.headers["user-agent"] ?? "");
  inFlight += 1;
  most = Math.max(most, inFlight);
  outgoing.on("close", () => (inFlight -= 1));
  const isFailure = times.length % Number(FAIL_EVERY) === 0;
  if (BEHIND !== "" && !isFailure) {
    const { hostname: host, port } = new URL(BEHIND);
    const { url: path, method, headers } = incoming;
    const onwards = request({ host, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onwards);
    return;
  }
  setTimeout(() => {
    outgoing.writeHead(isFailure ? 503 : 200, { "content-type": "application/json", "retry-after": "0" });
    outgoing.end('{"tokens":[],"links":{"next":null}}');
  }, 5);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.on("data", () => {
  console.log(JSON.stringify({ times, most, agents: [...agents] }));
  process.exit(0);
});
