/** First in, first out; taking is cheap however many wait. */
export interface Queue<T> {
  add(item: T): void;
  first(): T | undefined;
  /** Removes the first. */
  take(): void;
  /** Removes all that fit, and gives them. */
  takeWhere(fits: (item: T) => boolean): readonly T[];
}

export function createQueue<T>(): Queue<T> {
  let items: T[] = [];
  let head = 0;

  function tidy(): void {
    if (head * 2 > items.length && (head > 1_024 || head === items.length)) {
      items = items.slice(head);
      head = 0;
    }
  }

  return {
    add: (item) => {
      items.push(item);
    },
    first: () => items[head],
    take: () => {
      head += 1;
      tidy();
    },
    takeWhere: (fits) => {
      const waiting = items.slice(head);
      const fitting = new Set(waiting.filter(fits));
      items = waiting.filter((item) => !fitting.has(item));
      head = 0;
      return [...fitting];
    },
  };
}
