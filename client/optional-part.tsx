import { type ComponentType, lazy, Suspense } from "react";

/**
 * A part without which its page is whole, such as a picture beside a menu: its code comes when it is first shown, never
 * on the server, and without it nothing stands in its place.
 */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load().catch(() => Nothing) }));
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

const Nothing = () => null;
