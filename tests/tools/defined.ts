export function defined<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("there is no such value");
  }
  return value;
}
