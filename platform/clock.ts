/** The clock is a parameter of rules and handlers, which never read the machine's clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
