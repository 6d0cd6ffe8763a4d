import { type ESTree, parseSync, type Plugin, Visitor } from "vite";

/** By their names in React's code; the linter keeps our own code from using them (oxlint.config.ts). */
const UNUSED = {
  /** Kinds of element. */
  types: [
    "REACT_ACTIVITY_TYPE",
    "REACT_CONSUMER_TYPE",
    "REACT_LAZY_TYPE",
    "REACT_LEGACY_HIDDEN_TYPE",
    "REACT_PORTAL_TYPE",
    "REACT_PROFILER_TYPE",
    "REACT_SUSPENSE_LIST_TYPE",
    "REACT_SUSPENSE_TYPE",
    "REACT_VIEW_TRANSITION_TYPE",
  ],
  /** Of the fibers that stand for them, and for what React lifts into the head. */
  tags: [4, 9, 12, 13, 16, 18, 19, 22, 23, 24, 25, 26, 27, 30, 31],
  hooks: [
    "useActionState",
    "useCacheRefresh",
    "useDeferredValue",
    "useFormState",
    "useHostTransitionStatus",
    "useImperativeHandle",
    "useInsertionEffect",
    "useMemoCache",
    "useOptimistic",
    "useTransition",
  ],
};

/** Functions that have nothing to do where nothing of this is used, and what they do instead. */
const EMPTY: Readonly<Record<string, string>> = {
  // Elements that belong into the head; elements of our own making.
  isHostHoistableType: "return !1",
  isCustomElement: "return !1",
  setPropOnCustomElement: "",
  // Functions as the action of a form.
  extractEvents$1: "",
  requestFormReset$1: "",
  TransitionAwareHostComponent: "",
  // Transitions between views.
  startViewTransition: "return null",
  commitAfterMutationEffectsOnFiber: "",
  commitDeletedPairViewTransitions: "",
  commitEnterViewTransitions: "",
  commitExitViewTransitions: "",
  commitNestedViewTransitions: "",
  measureNestedViewTransitions: "",
  restoreEnterOrExitViewTransitions: "",
  restoreNestedViewTransitions: "",
  trackEnterViewTransitions: "",
  // What a page may wait for before it shows a transition, and how the browser shows that it waits.
  accumulateSuspenseyCommitOnFiber: "",
  defaultOnDefaultTransitionIndicator: "",
  maySuspendCommit: "return !1",
  waitForCommitToBeReady: "return null",
  queueTransitionTypes: "",
  // `use` of a promise.
  trackUsedThenable: 'throw Error("Without Suspense nothing can wait for a promise.")',
  // Where in the tree an error came from; no one reads it.
  getStackByFiberInDevAndProd: 'return ""',
  // References to fragments.
  FragmentInstance: "",
  addFragmentHandleToFiber: "",
  commitNewChildToFragmentInstances: "",
  commitNewChildToFragmentInstance: "",
  deleteChildFromFragmentInstance: "",
  // `preload` and its like.
  prefetchDNS: "",
  preconnect: "",
  preload: "",
  preloadModule: "",
  preinitScript: "",
  preinitStyle: "",
  preinitModuleScript: "",
};

/** Of React DOM's two files, and of React's: statements that make what is not used, by how they begin. */
const UNUSED_STATEMENTS = [
  "FragmentInstance.prototype.",
  "ReactDOMHydrationRoot.prototype.unstable_scheduleHydration =",
  "ReactDOMSharedInternals.findDOMNode =",
  "exports.Children =",
  "exports.createPortal =",
  "exports.flushSync =",
  "exports.preconnect =",
  "exports.prefetchDNS =",
  "exports.preinit",
  "exports.preload",
  "exports.requestFormReset =",
  "exports.unstable_",
  "exports.useForm",
];

/**
 * Leaves out of React DOM what the shop does not use; what then no code reaches the minifier removes. An element of a
 * kind that is left out is refused as no element at all, and a hook is not there: both fail at the first render.
 */
export const leanReactDom: Plugin = {
  name: "lean-react-dom",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/(react|react-dom|react-dom-client)\.production\.js$/ },
    handler: (code, id) => ({
      code: id.endsWith("-client.production.js") ? removeUnused(code) : removeStatements(code),
      map: null,
    }),
  },
};

interface Edit extends ESTree.Span {
  text: string;
}

/** @throws when React has changed so that something to be left out is not found */
export function removeUnused(whole: string): string {
  const code = removeStatements(whole);
  const { program } = parseSync("react-dom.js", code);
  const missing = new Set([...UNUSED.types, ...UNUSED.hooks, ...Object.keys(EMPTY)]);
  const cases: ESTree.Span[] = [];
  const edits: Edit[] = [];
  const replace = ({ start, end }: ESTree.Span, text = "") => edits.push({ start, end, text });
  new Visitor({
    SwitchStatement(node) {
      for (const one of node.cases) if (one.test?.type === "Identifier") missing.delete(one.test.name);
      cases.push(...listUnusedCases(node));
    },
    BinaryExpression(node) {
      const instead = { "===": "!1", "!==": "!0" }[node.operator as string];
      if (instead && isUnusedTag(node.left, node.right)) replace(node, instead);
    },
    FunctionDeclaration({ id, body }) {
      const instead = id ? EMPTY[id.name] : undefined;
      if (id && body && instead !== undefined && missing.delete(id.name)) replace(body, `{${instead}}`);
    },
    AssignmentExpression({ left, right }) {
      if (left.type === "MemberExpression" && UNUSED.hooks.includes(getName(left.property)))
        replace(right, "0");
    },
    Property({ key, value }) {
      if (!UNUSED.hooks.includes(getName(key))) return;
      missing.delete(getName(key));
      replace(value, "0");
    },
  }).visit(program);
  if (missing.size > 0) throw new Error(`Not in this React DOM: ${[...missing].join(", ")}.`);
  for (const one of cases) replace(one);
  return applyEdits(code, [...edits, ...keepDeclarations(cases, listDeclared(program))]);
}

function listDeclared(program: ESTree.Program): Declared[] {
  const declared: Declared[] = [];
  const functions: number[] = [];
  const enter = ({ body }: { body: ESTree.Span | null }) => void functions.push(body?.start ?? 0);
  const leave = () => void functions.pop();
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    VariableDeclarator({ start, id }) {
      declared.push({ start, name: getName(id), body: functions.at(-1) ?? 0 });
    },
  }).visit(program);
  return declared;
}

function removeStatements(code: string): string {
  const unused = parseSync("react.js", code).program.body.filter(({ start }) =>
    UNUSED_STATEMENTS.some((beginning) => code.startsWith(beginning, start)),
  );
  return applyEdits(
    code,
    unused.map(({ start, end }) => ({ start, end, text: "" })),
  );
}

/** A variable of a function, and where the function's body begins. */
interface Declared {
  start: number;
  name: string;
  body: number;
}

/** A variable that one case declares may be another's too. */
const keepDeclarations = (removed: readonly ESTree.Span[], declared: readonly Declared[]): Edit[] =>
  declared
    .filter(({ start: at }) => removed.some(({ start, end }) => at >= start && at < end))
    .filter(({ body }) => !removed.some(({ start, end }) => body >= start && body < end))
    .map(({ name, body }) => ({ start: body + 1, end: body + 1, text: `var ${name};` }));

/** The cases of a switch that nothing leads to; of one that the case before runs into, its label alone. */
function listUnusedCases({ discriminant, cases }: ESTree.SwitchStatement): ESTree.Span[] {
  const ofTags = isTag(discriminant);
  const unused: ESTree.Span[] = [];
  let isRunInto = false;
  for (const one of cases) {
    const { start, end, test: label, consequent } = one;
    const isUnused = label && (ofTags ? isUnusedNumber(label) : UNUSED.types.includes(getName(label)));
    if (isUnused) unused.push(isRunInto ? { start, end: consequent[0]?.start ?? end } : { start, end });
    if (isUnused && !isRunInto) continue;
    isRunInto = !/^(Break|Return|Throw|Continue)Statement$/.test(consequent.at(-1)?.type ?? "");
  }
  return unused;
}

/** `fiber.tag === 13`, either way round. */
const isUnusedTag = (one: ESTree.Node, other: ESTree.Node): boolean =>
  (isTag(one) && isUnusedNumber(other)) || (isUnusedNumber(one) && isTag(other));

const isUnusedNumber = (node: ESTree.Node): boolean =>
  node.type === "Literal" && UNUSED.tags.includes(node.value as number);

const isTag = (node: ESTree.Node): boolean =>
  node.type === "MemberExpression" && node.object.type === "Identifier" && getName(node.property) === "tag";

const getName = (node: ESTree.Node): string => (node.type === "Identifier" ? node.name : "");

/** An edit inside another one is gone with it. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, text } of edits.toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    if (start < done) continue;
    result += code.slice(done, start) + text;
    done = end;
  }
  return result + code.slice(done);
}
