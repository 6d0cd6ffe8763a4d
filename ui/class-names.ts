export function classNames(...names: (string | false | null | undefined)[]): string {
  let list = "";
  for (const name of names) if (name) list += list ? ` ${name}` : name;
  return list;
}
