import { Argument, type Command, type Option } from 'commander';
import { type Context, subcommand } from './context.js';

/** A possible next word on the command line, and its description. */
interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/** Candidates for the last of these words, which may be empty; an empty list: no restriction. */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.at(-1) ?? '';
  const path = [program];
  let awaiting: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const command = path[path.length - 1];
    const isValue = awaiting !== undefined;
    awaiting = isValue || word.includes('=') ? undefined : optionNamed(path, word);
    const child = isValue ? undefined : command.commands.find((each) => each.name() === word);
    if (child) path.push(child);
  }
  const next = awaiting ? valuesOf(awaiting) : following(path, typed.startsWith('-'));
  return next.filter(({ word }) => word.startsWith(typed));
}

/** The option whose value is the next word. */
function optionNamed(path: readonly Command[], word: string): Option | undefined {
  const option = takenBy(path).find(({ long, short }) => long === word || short === word);
  return option?.required || option?.optional ? option : undefined;
}

/** The options of the last command and of the program; those of commands in between are for these. */
function takenBy(path: readonly Command[]): Option[] {
  return [...new Set([path[path.length - 1], path[0]])].flatMap(({ options }) => options);
}

function valuesOf({ argChoices = [], description }: Option | Argument): Candidate[] {
  return argChoices.map((word) => ({ word, meaning: description }));
}

function following(path: readonly Command[], isOption: boolean): Candidate[] {
  const command = path[path.length - 1];
  if (!isOption) {
    const commands = command.commands.map((child) => ({
      word: child.name(),
      meaning: child.summary() || child.description(),
    }));
    return [...commands, ...command.registeredArguments.flatMap(valuesOf)];
  }
  const options = takenBy(path).filter(({ hidden }) => !hidden);
  const own = options.map(({ long, short, description }) => ({
    word: long ?? short ?? '',
    meaning: description,
  }));
  return [...own, { word: '--help', meaning: 'show this help' }];
}

/**
 * The script for each shell: it calls `hearth __complete` with the words up to the cursor, and offers file names if
 * that returns nothing. Tried by hand in bash 5.2, zsh 5.9 and fish 3.6.
 */
export const SCRIPTS = {
  bash: `# Completion of hearth for bash: source <(hearth completion bash)
_hearth() {
  local IFS=$'\\n'
  COMPREPLY=($(hearth __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _hearth hearth`,
  zsh: `#compdef hearth
# Completion of hearth for zsh: source <(hearth completion zsh), or as _hearth in a folder of $fpath
_hearth() {
  local -a found
  found=("\${(@f)$(hearth __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [ -n "$found" ] || { _files; return; }
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  _describe hearth found
}
if [ "$funcstack[1]" = _hearth ]; then _hearth "$@"; else compdef _hearth hearth; fi`,
  fish: `# Completion of hearth for fish: hearth completion fish | source
function __hearth_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (hearth __complete $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c hearth -f -a '(__hearth_complete)'`,
} as const;

type Shell = keyof typeof SCRIPTS;

export function register(program: Command, context: Context): void {
  subcommand(program, 'completion', 'Print the completion script for a shell.', {
    'source <(hearth completion bash)': 'for this shell; to enable it for all, add the line to ~/.bashrc',
    'hearth completion fish | source': 'the same in fish',
  })
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => context.output.write(SCRIPTS[shell]));
}
