/** Declarations of a file of JavaScript by name; an import is named by its module. */
const DECLARATION = /^(?:export )?(?:async )?(?:function|const) (\w+)|^import .* from (".*");/;
const declarations = (text: string): readonly string[] => text.trim().split(/\n\n(?=\S)/);

const nameOf = (declaration: string): string =>
  DECLARATION.exec(declaration.replace(/^(?:\/\/.*\n)+/, ""))
    ?.slice(1)
    .find(Boolean) ?? declaration;

/** A file after the reader replaced some of its declarations by name; new ones are inserted before the last statement. */
export function merge(before: string | undefined, change: string): string {
  if (before === undefined || !DECLARATION.test(change)) return change;
  const changed = new Map(declarations(change).map((declaration) => [nameOf(declaration), declaration]));
  const kept = declarations(before).map((declaration) => {
    const name = nameOf(declaration);
    const replacement = changed.get(name) ?? declaration;
    changed.delete(name);
    return replacement;
  });
  return `${[...kept.slice(0, -1), ...changed.values(), ...kept.slice(-1)].join("\n\n")}\n`;
}
