import type { CommandResult } from "#platform/operator/command.ts";
import type { DescribedCommand, SuggestedValue } from "#platform/operator/protocol.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";

/** The suggestions for the next word. "files" and "folders" make the shell complete a path. */
type Candidates = SuggestedValue[] | "files" | "folders";

type DescribedOption = DescribedCommand["options"][string];

/** Fetches values such as order numbers from the running shop. Returns none if the shop is not running. */
type FindValues = (kind: string, prefix: string) => Promise<readonly SuggestedValue[]>;

/** Lists the possible next words of a typed line. The line begins with npm's words: `npm run shop -- orders di`. */
export async function complete(
  line: string,
  commands: readonly DescribedCommand[],
  findValues: FindValues,
): Promise<Candidates> {
  const words = findCommandWords(splitLine(line));
  const prefix = words.pop();
  if (prefix === undefined) return [];
  const [noun, ...otherWords] = words;
  if (noun === undefined) return keepBeginning(prefix, listNouns(commands));
  const verbs = commands.filter((each) => each.noun === noun);
  const single = verbs.find(({ verb }) => verb === "");
  const command = single ?? verbs.find(({ verb }) => verb === otherWords[0]);
  if (command) return completeValue(command, single ? otherWords : otherWords.slice(1), prefix, findValues);
  if (otherWords.length > 0) return [];
  return keepBeginning(
    prefix,
    verbs.map(({ verb, summary }) => ({ value: verb, summary })),
  );
}

/** Returns one candidate on each line. A leading colon makes the shell list files or folders. */
export const formatCandidates = (candidates: Candidates): string =>
  typeof candidates === "string"
    ? `:${candidates}\n`
    : candidates.map(({ value, summary }) => `${value}\t${summary.replaceAll(/\s+/g, " ")}\n`).join("");

async function completeValue(
  command: DescribedCommand,
  words: readonly string[],
  prefix: string,
  findValues: FindValues,
): Promise<Candidates> {
  const { declared, isOpen } = findDeclared(command, words);
  if (prefix.startsWith("-") && isOpen) return keepBeginning(prefix, listOptions(command, words));
  if (!declared) return [];
  const { choices = [], or = [], kind = "text" } = declared;
  if (kind === "folder") return "folders";
  if (["file", "new-file", "picture", "video"].includes(kind)) return "files";
  const fixed = [...choices, ...or].map((value) => ({ value, summary: "" }));
  return [...keepBeginning(prefix, fixed), ...(kind === "text" ? [] : await findValues(kind, prefix))];
}

/** Returns the argument or option that the next word is for. `isOpen`: the word may also be an option's name. */
function findDeclared({ args, options }: DescribedCommand, words: readonly string[]) {
  let position = 0;
  let taking: DescribedOption | undefined;
  let hasValue = false;
  for (const word of words) {
    if (word.startsWith("--")) {
      const option = options[word.slice(2)];
      taking = option?.flag ? undefined : option;
      hasValue = false;
    } else if (taking && (taking.many || !hasValue)) {
      hasValue = true;
    } else position++;
    if (taking && hasValue && !taking.many) taking = undefined;
  }
  return { declared: taking ?? args[position], isOpen: !taking || hasValue };
}

const listNouns = (commands: readonly DescribedCommand[]): SuggestedValue[] =>
  [...Map.groupBy(commands, ({ noun }) => noun)].map(([noun, verbs]) => ({
    value: noun,
    summary: verbs[0]?.verb === "" ? verbs[0].summary : verbs.map(({ verb }) => verb).join(", "),
  }));

const listOptions = ({ options, hasPreview }: DescribedCommand, words: readonly string[]): SuggestedValue[] =>
  [
    ...Object.entries(options).map(([name, { summary }]) => ({ value: `--${name}`, summary })),
    ...(hasPreview ? [{ value: "--dry-run", summary: "preview the result, change nothing" }] : []),
    { value: "--json", summary: "print data for programs" },
    { value: "--yes", summary: "do not ask" },
  ].filter(({ value }) => !words.includes(value));

const keepBeginning = (prefix: string, values: readonly SuggestedValue[]): SuggestedValue[] =>
  values.filter(({ value }) => value.startsWith(prefix));

/** Returns the words after `npm run shop --`, or an empty list if `shop` or `--` is not typed yet. */
function findCommandWords(words: string[]): string[] {
  if (words[0] !== "npm") return words.slice(1);
  const end = words.indexOf("--");
  return end === -1 || !words.slice(0, end).includes("shop") ? [] : words.slice(end + 1);
}

/** Splits a line as a shell does: quotes and backslashes keep a word together. The last quote may be unclosed. */
function splitLine(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    if (sign === "\\" && quote !== "'") word += line[++at] ?? "";
    else if (quote) {
      if (sign === quote) quote = "";
      else word += sign;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (/\s/.test(sign)) {
      if (word !== "" || /["']/.test(line[at - 1] ?? "")) words.push(word);
      word = "";
    } else word += sign;
  }
  return [...words, word];
}

export function createCompletionScript(shell: string): CommandResult {
  const script = scripts[shell as keyof typeof scripts](
    `${quote(process.execPath)} ${quote(resolveFromRoot("scripts", "shop.mjs"))}`,
  );
  return { message: script.trim(), data: { shell, script } };
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/* Each script calls the command `complete` with the line up to the cursor. */
const scripts = {
  bash: (completeCommand: string) => `
# Load it in ~/.bashrc: source <this file>
_taruva_shop() {
  local line=\${COMP_LINE:0:COMP_POINT} word=\${COMP_WORDS[COMP_CWORD]} whole found value
  local -a answers
  COMPREPLY=()
  if [[ $1 == npm && ! $line =~ [[:space:]]shop[[:space:]]+--[[:space:]] ]]; then
    if declare -F _npm_completion > /dev/null; then _npm_completion "$@"; fi
    return
  fi
  if [[ $1 == taruva ]]; then found=$(taruva complete "$line" 2> /dev/null)
  else found=$(${completeCommand} complete "$line" 2> /dev/null); fi
  case $found in
    :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
  esac
  # Bash splits words at colons and the like too: it wants only what comes after the last of them.
  whole=\${line##*[[:space:]]}
  mapfile -t answers <<< "$found"
  for value in "\${answers[@]}"; do
    value=\${value%%$'\\t'*}
    [[ -z $value ]] && continue
    if [[ $word == [\\"\\']* ]]; then COMPREPLY+=("\${word:0:1}$value\${word:0:1}")
    else
      printf -v value %q "$value"
      COMPREPLY+=("\${value#"\${whole%"$word"}"}")
    fi
  done
}
complete -o default -F _taruva_shop npm taruva
`,
  zsh: (completeCommand: string) => `
# Load it in ~/.zshrc, after compinit: source <this file>
_taruva_shop() {
  local line=$LBUFFER found
  local -a values shown answers
  if [[ $service == npm && ! $line =~ '[[:space:]]shop[[:space:]]+--[[:space:]]' ]]; then
    (( $+functions[_npm] )) && _npm "$@" || _default
    return
  fi
  if [[ $service == taruva ]]; then found=$(taruva complete "$line" 2> /dev/null)
  else found=$(${completeCommand} complete "$line" 2> /dev/null); fi
  case $found in
    :files) _files; return ;;
    :folders) _files -/; return ;;
  esac
  answers=("\${(@f)found}")
  local each
  for each in $answers; do
    values+=("\${each%%$'\\t'*}")
    shown+=("\${each/$'\\t'/  }")
  done
  compadd -l -d shown -a values
}
compdef _taruva_shop npm taruva
`,
  fish: (completeCommand: string) => `
# Load it in ~/.config/fish/config.fish: source <this file>
function __taruva_shop
  set -l line (commandline -cp)
  if string match -qr '^taruva ' -- $line
    set found (taruva complete "$line" 2> /dev/null)
  else
    set found (${completeCommand} complete "$line" 2> /dev/null)
  end
  switch "$found"
    case ':files'
      __fish_complete_path (commandline -ct)
    case ':folders'
      __fish_complete_directories (commandline -ct)
    case '*'
      printf '%s\\n' $found
  end
end
complete -c taruva -f -a '(__taruva_shop)'
complete -c npm -n 'string match -qr "\\sshop\\s+--\\s" -- (commandline -cp)' -f -a '(__taruva_shop)'
`,
};
