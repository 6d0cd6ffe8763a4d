/**
 * So long, in milliseconds, a server is waited for. `guardPool` gives up after four seconds of silence, so that a call is
 * answered or refused within five whatever the network does; a living server gives up before that.
 */
export const CONNECTION_MS = 8_000;
const STATEMENT_MS = 3_500;
const LOCK_MS = 3_000;
/** What a swallowed connection has locked is free again after so long. */
const IDLE_TRANSACTION_MS = 8_000;
/** The pool itself ends a connection at rest much sooner: the server need not hold those that it lost for hours. */
const IDLE_SESSION_MS = 60_000;

/** What no one waits for at a page has so long for a statement, and for its turn at the few connections of its own. */
const LONG_STATEMENT_MS = 5 * 60_000;
const LONG_IDLE_TRANSACTION_MS = 60_000;
const LONG_CONNECTION_MS = 30_000;
const LONG_CONNECTIONS = 4;

/** Of a connection for what customers wait for. */
export const limits = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  options: `-c idle_session_timeout=${IDLE_SESSION_MS}`,
};

/** Of one for what may take its time. */
export const longLimits = {
  max: LONG_CONNECTIONS,
  connectionTimeoutMillis: LONG_CONNECTION_MS,
  statement_timeout: LONG_STATEMENT_MS,
  idle_in_transaction_session_timeout: LONG_IDLE_TRANSACTION_MS,
};
