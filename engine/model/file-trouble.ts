const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "there is a file of that name",
  EROFS: "the disk cannot be written to",
  ENOSPC: "the disk is full",
  EDQUOT: "the share of the disk is used up",
  EFBIG: "the file would be larger than is allowed",
  EIO: "the disk does not work",
  ENAMETOOLONG: "the name is too long",
};

export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return REASONS[code] ?? (code === "" ? String(error) : code);
}

/** Whether the file system refused: anything else is a fault of our own. */
export const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && "code" in error;

/** What a look gives; undefined where it throws: at a file that is gone, at JSON that is cut off. */
export function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
