import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** Inside of the container. */
export const REPOSITORY = "/srv/taruva.git";

/** After every other, as the next version's would be; as the rules for migrations allow. */
const MIGRATION = "9999-orders-rehearsed.sql";
const SQL = `create table rehearsed (at timestamptz primary key);
alter table orders add column rehearsed boolean not null default false;
`;

/**
 * Lays a repository into a container with the versions v1, that which is checked out here, and v2, the same with one more
 * migration. `from` names another one for v1: then v2 is the one that is checked out.
 */
export function layVersions(root: string, from: string | undefined): void {
  const bare = path.join(root, REPOSITORY);
  const work = path.join(root, "root/taruva");
  const git = (...args: string[]) => execFileSync("git", args, { stdio: ["ignore", "ignore", "pipe"] });
  git("clone", "--bare", ".", bare);
  git("-C", bare, "tag", "--force", "v1", from ?? "HEAD");
  if (from === undefined) {
    git("clone", bare, work);
    writeFileSync(path.join(work, "migrations", MIGRATION), SQL);
    git("-C", work, "add", "migrations");
    const author = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@shop.example"];
    git("-C", work, ...author, "commit", "--message", "orders: one more column");
    git("-C", work, "push", "origin", "HEAD:refs/tags/v2");
  } else git("-C", bare, "tag", "--force", "v2", "HEAD");
}
