import { gzipSync } from "node:zlib";

/** Characters of a script from which on it is packed. */
const LONG = 50_000;

const SCRIPT = /<script[^>]*?(?:src="data:text\/javascript;base64,([^"]*)")?>([\s\S]*?)<\/script>/g;

/** Puts the packed scripts of a page to work, one after the other. */
const UNPACK = `<script>
(async () => {
  for (const { textContent } of document.querySelectorAll("script[data-packed]")) {
    const packed = new Blob([Uint8Array.from(atob(textContent), (sign) => sign.charCodeAt(0))]);
    const text = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const src = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    await new Promise((done) => {
      document.body.append(Object.assign(document.createElement("script"), { src, onload: done, onerror: done }));
    });
  }
})();
</script>`;

/** A page whose long scripts are packed: the generator writes its own and the data as base64, six megabytes a run. */
export function packed(html: string): string {
  const page = html.replace(SCRIPT, (script: string, encoded: string | undefined, text: string) => {
    const source = encoded === undefined ? text : Buffer.from(encoded, "base64");
    return script.length < LONG
      ? script
      : `<script type="text/plain" data-packed>${gzipSync(source, { level: 9 }).toString("base64")}</script>`;
  });
  return page.replace("</body>", () => `${UNPACK}\n</body>`);
}
