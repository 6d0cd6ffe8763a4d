// The door. What people write here is for the owner alone: no other room reads it.
// oxlint-disable-next-line unicorn/require-module-specifiers -- a door that opens to nothing
export {};
