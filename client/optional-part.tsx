import { type ComponentType, lazy, Suspense } from "react";

/**
 * Creates an optional part of a page, such as a picture beside a menu. Its code is loaded when it is first rendered in
 * the browser. If loading fails, nothing is shown.
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
