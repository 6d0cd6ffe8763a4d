import { execFileSync, spawn } from "node:child_process";
import { readlinkSync } from "node:fs";
import { waitFor } from "./daemon.ts";

/** A machine of its own as far as the network is concerned, joined to this one by a cable. */
export interface FarMachine {
  /** The program that runs another one there, and its arguments. */
  enter: readonly string[];
  /** Drops everything sent from there to an address from now on, without a word. */
  lose(address: string): void;
  heal(address: string): void;
}

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

/** Gives this network namespace the addresses of the nodes, as if each was a machine. */
export function addAddresses(addresses: readonly string[]): void {
  for (const address of addresses) ip("address", "add", `${address}/32`, "dev", "lo");
}

/** `address` is where the far machine is reached, from `ours`; from there all of `network` is. */
export async function openFarMachine(address: string, ours: string, network: string): Promise<FarMachine> {
  const holder = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  process.once("exit", () => holder.kill("SIGKILL"));
  const place = `/proc/${holder.pid}/ns/net`;
  await waitFor(async () => readlinkSync(place) !== readlinkSync("/proc/self/ns/net"), {
    withinMs: 5_000,
    describe: () => "There is no second network namespace.",
  });
  const enter = ["nsenter", `--net=${place}`];
  const there = (...words: string[]) => execFileSync("nsenter", [...enter.slice(1), "ip", ...words]);
  const pid = String(holder.pid);

  ip("link", "add", "cable", "type", "veth", "peer", "name", "uplink", "netns", pid);
  ip("address", "add", `${ours}/32`, "dev", "cable");
  ip("link", "set", "cable", "up");
  ip("route", "add", `${address}/32`, "dev", "cable", "src", ours);
  there("link", "set", "lo", "up");
  there("address", "add", `${address}/32`, "dev", "uplink");
  there("link", "set", "uplink", "up");
  there("route", "add", network, "dev", "uplink", "src", address);
  // A second cable that leads nowhere: what goes into it is received by no one, and no one says so.
  there("link", "add", "hole", "type", "veth", "peer", "name", "nowhere");
  there("link", "set", "hole", "up");
  there("link", "set", "nowhere", "up");
  return {
    enter,
    lose(target) {
      there("neighbour", "replace", target, "lladdr", "02:00:00:00:00:01", "dev", "hole", "nud", "permanent");
      there("route", "add", `${target}/32`, "dev", "hole", "src", address);
    },
    heal: (target) => void there("route", "delete", `${target}/32`),
  };
}
