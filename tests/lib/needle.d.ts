// needle has no types of its own.
declare module "needle" {
  export default function needle(method: string, url: string, options?: object): Promise<unknown>;
}
