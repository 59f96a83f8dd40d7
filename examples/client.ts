/** A token of the list, as far as this client is interested in it. */
export interface Token {
  readonly id: string;
  readonly symbol: string;
}

interface Page {
  readonly tokens: readonly { readonly token_id: string; readonly symbol: string }[];
  readonly links: { readonly next: string | null };
}

/** The client that examples/client.test.ts tests: all tokens, page by page, each once. */
export async function listTokens(baseUrl: string): Promise<readonly Token[]> {
  const tokens = new Map<string, Token>();
  const asked = new Set<string>();
  let url: string | undefined = `${baseUrl}/api/v1/tokens?limit=10`;
  while (url !== undefined && !asked.has(url)) {
    asked.add(url);
    const page = await pageAt(url);
    for (const { token_id: id, symbol } of page.tokens) {
      tokens.set(id, { id, symbol });
    }
    url = page.links.next === null ? undefined : absolute(page.links.next, url, baseUrl);
  }
  return [...tokens.values()];
}

async function pageAt(url: string): Promise<Page> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} was answered with ${response.status}`);
  }
  const page: Page = JSON.parse(await response.text());
  return page;
}

/** The contract does not say what a link begins with: a host, the path prefix of the service, a query alone. */
function absolute(link: string, page: string, baseUrl: string): string {
  const { pathname: prefix } = new URL(baseUrl);
  const { origin, pathname, search } = new URL(link, page);
  return origin + (pathname.startsWith(`${prefix}/`) ? "" : prefix) + pathname + search;
}
