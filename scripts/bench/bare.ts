// The same requests sent by undici alone, and their answers parsed: what no client could do without.
import { Pool } from "undici";
import { compileLater } from "../../engine/tiering.ts";
import { answerAs, cpuSince } from "./children.ts";
import type { Recorded } from "./messages.ts";

answerAs("bare", async ({ requests, concurrency, compilesLater = false }) => {
  if (compilesLater) {
    compileLater();
  }
  const [started, start] = [performance.now(), process.cpuUsage()];
  const pools = new Map<string, Pool>();
  const left = [...requests].values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const request of left) {
        await exchange(poolFor(request.origin), request);
      }
    }),
  );
  const done = { wallMs: performance.now() - started, cpuMs: cpuSince(start) };
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return done;

  function poolFor(origin: string): Pool {
    const pool = pools.get(origin) ?? new Pool(origin, { connections: concurrency, pipelining: 1 });
    pools.set(origin, pool);
    return pool;
  }
});

async function exchange(pool: Pool, { method, path, headers, body }: Recorded): Promise<void> {
  const { body: answer } = await pool.request({ method, path, headers, body });
  const text = await answer.text();
  try {
    JSON.parse(text);
  } catch {
    // Some answers are not JSON: that was found out, which is all that is asked here.
  }
}
