// Tests an endpoint, and prints the heap size after a third of the requests and at the end.
import { reference, run } from "../../dist/lib/index.js";

const [THIRD] = process.argv.slice(2).map(Number);
const server = await reference.start();
const used = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
let requests = 0;
let third;
const onRequest = () => {
  requests += 1;
  if (requests === THIRD) {
    third = used();
  }
};
const { verdict } = await run(server.target, {
  level: "thorough",
  seed: 1,
  only: ["contract"],
  onRequest,
});
await server.close();
console.log(JSON.stringify({ verdict, third, last: used(), requests }));
