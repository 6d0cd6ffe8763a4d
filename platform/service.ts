import type { Context } from "./context.ts";

/** A feature's service: what it holds in memory for one open shop. Declared once, made when it is first asked for. */
export interface ServiceKey<Service> {
  readonly name: string;
  create(context: Context): Service;
}

/** Declares a service under the feature's name. */
export const defineService = <Service>(
  name: string,
  create: (context: Context) => Service,
): ServiceKey<Service> => ({ name, create });

/** Gives the services of one shop: the same instance for every call with the same key. */
export function createServices(): <Service>(key: ServiceKey<Service>, context: Context) => Service {
  const services = new Map<ServiceKey<unknown>, unknown>();
  return <Service>(key: ServiceKey<Service>, context: Context): Service => {
    if (!services.has(key)) services.set(key, key.create(context));
    return services.get(key) as Service;
  };
}
