/** In milliseconds; of all threads alike. */
export const readClock = () => performance.timeOrigin + performance.now();
