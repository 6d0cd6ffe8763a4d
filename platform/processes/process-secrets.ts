import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Context } from "../context.ts";
import type { ShopProcess } from "./process-differences.ts";
import type { ProcessRow, Registered } from "./process-rows.ts";
import { getSecret } from "../config/secret.ts";

export const generateSalt = () => randomBytes(16).toString("base64url");

const scryptOf = promisify<string, string, number, Buffer>(scrypt);

/**
 * Whoever reads the database has to spend scrypt on each guess at a secret, and anew for each shop; the processes only
 * compare.
 */
export async function deriveSecrets(context: Context, salt: string) {
  const derive = async (secret: string) => (await scryptOf(secret, salt, 32)).toString("base64url");
  const { previousSecret } = context.config;
  return {
    secret: await derive(getSecret(context)),
    previousSecret: previousSecret === undefined ? null : await derive(previousSecret),
  };
}

/**
 * The other one with its secrets under this one's salt, as far as they are the same. They share a salt but where they
 * opened at the same moment, or when the database had just lost the rows of the others.
 */
export async function compareBySecret(
  context: Context,
  own: Registered,
  other: ProcessRow,
): Promise<ShopProcess> {
  if (other.salt === own.salt) return other;
  const here = await deriveSecrets(context, other.salt);
  const toOwn = (derived: string) => {
    if (derived === here.secret) return own.secret;
    return derived === here.previousSecret && own.previousSecret !== null ? own.previousSecret : derived;
  };
  return {
    facts: other.facts,
    secret: toOwn(other.secret),
    previousSecret: other.previousSecret === null ? null : toOwn(other.previousSecret),
  };
}
