import type { Reads } from "#contract/command-data.ts";

/**
 * An owner may run every command. A manager may not run `backup` or `settings`, manage the team, or change the seller,
 * taxes, coupon, shipping fee and cash on delivery. A packer sees no amount except the cash to collect.
 */
export const operatorRoles = ["owner", "manager", "packer"] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** Returns the role of a request. A request without a role is the owner's; an unknown role has the fewest rights. */
export const parseRole = (value: string | null): OperatorRole =>
  value === null ? "owner" : (operatorRoles.find((role) => role === value) ?? "packer");

/** The roles that may use an argument or option. A manager may use it unless `onlyOwner` is set. */
export interface ValueRoles {
  /** The values that a packer may use; true for all. The result must not contain what a packer may not see (T53). */
  forPacker?: true | readonly string[];
  onlyOwner?: true;
}

interface LimitedCommand {
  args: readonly (ValueRoles & { name: string })[];
  options: Readonly<Record<string, ValueRoles>>;
  reads?: Reads;
  forPacker?: unknown;
  onlyOwner?: true | "changes";
}

/** Leaves out arguments and options that the role may not use. Returns null if the role may not run the command. */
export function toRole<Of extends LimitedCommand>(command: Of, role: OperatorRole | undefined): Of | null {
  if (role === undefined || role === "owner") return command;
  if (role === "manager" ? command.onlyOwner === true : command.forPacker === undefined) return null;
  const toValue = role === "manager" ? toManagersValue : toPackersValue;
  const allowedCommand = command.onlyOwner === "changes" && role === "manager" ? toReading(command) : command;
  return {
    ...allowedCommand,
    args: allowedCommand.args.flatMap(toValue),
    options: Object.fromEntries(
      Object.entries(allowedCommand.options).flatMap(([name, option]) =>
        toValue(option).map((each) => [name, each]),
      ),
    ),
  };
}

function toReading<Of extends LimitedCommand>(command: Of): Of {
  const isKept = (name: string) =>
    typeof command.reads === "object" ? !command.reads.unless.includes(name) : command.reads === true;
  return {
    ...command,
    reads: true,
    args: command.args.filter(({ name }) => isKept(name)),
    options: Object.fromEntries(Object.entries(command.options).filter(([name]) => isKept(name))),
  };
}

const toManagersValue = <Value extends ValueRoles>(value: Value): Value[] => (value.onlyOwner ? [] : [value]);

const toPackersValue = <Value extends ValueRoles>(value: Value): Value[] => {
  if (value.forPacker === undefined) return [];
  return [value.forPacker === true ? value : { ...value, choices: value.forPacker }];
};
