import { BlockList, isIP } from "node:net";

const privateNetworks = new BlockList();

for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv4");

for (const [network, bits] of [
  ["fc00::", 7],
  ["fe80::", 10],
  ["::1", 128],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv6");

export const isPrivate = (ip: string): boolean =>
  isIP(ip) !== 0 && privateNetworks.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
