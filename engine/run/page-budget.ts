import { Trouble } from "../model/exchange.ts";

/**
 * Walks whose links may all be new: most links are asked for once, so that long lists take a dozen of such walks, and
 * thirty where most of their pages are empty.
 */
const WALKS = 60;

/** Lets a run follow so many links from page to page: each answer may hold one that nobody has seen. */
export class PageBudget {
  readonly #most: number;
  #followed = 0;

  constructor(pagesOfWalk: number) {
    this.#most = pagesOfWalk * WALKS;
  }

  /** One more link is followed; throws where it is one too many. */
  follow(): void {
    if (this.#followed >= this.#most) {
      throw new Trouble(`${this.#most} links to next pages were followed in this run, and more came`, "run", {
        remedy: { kind: "walkFurther" },
      });
    }
    this.#followed += 1;
  }
}
