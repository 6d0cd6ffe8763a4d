/** Returns the current time. Rules and handlers take it as a parameter instead of reading the machine's clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
