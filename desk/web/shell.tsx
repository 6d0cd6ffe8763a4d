import type { Params } from "#contract/match-path.ts";
import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import Bell from "lucide/dist/esm/icons/bell.mjs";
import BellOff from "lucide/dist/esm/icons/bell-off.mjs";
import Ellipsis from "lucide/dist/esm/icons/ellipsis.mjs";
import ListChecks from "lucide/dist/esm/icons/list-checks.mjs";
import KeyRound from "lucide/dist/esm/icons/key-round.mjs";
import LogOut from "lucide/dist/esm/icons/log-out.mjs";
import Search from "lucide/dist/esm/icons/search.mjs";
import UserRound from "lucide/dist/esm/icons/user-round.mjs";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { formatDateTime } from "#contract/dates.ts";
import type { DataOf } from "#contract/command-data.ts";
import type { orderDetails } from "#shop/orders/command-results.ts";
import { ErrorBoundary } from "#client/error-boundary.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastInfo } from "#ui/toast.ts";
import { classNames } from "#ui/class-names.ts";
import type { OperatorEvent, SignInResult } from "../calls.ts";
import { ChangeDialog } from "./changeable.tsx";
import { SILENCE_ADVICE, view } from "./desk-calls.ts";
import { LeaveDialog } from "./dialog.tsx";
import { connection, followShop, isOutdated, lastEventAt, useNews } from "./live.ts";
import { followNotifications, renewPush } from "./notify.ts";
import { logOut } from "./log-out.ts";
import { Palette } from "./palette.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { getListHref, goTo, palette, place, useBackButton } from "./router.ts";
import { MayOpen, useShownChoice, ViewState } from "./screen-parts.tsx";
import { findScreen, type Screen, screens } from "./screens.ts";
import { entrance, session } from "./session.ts";
import styles from "./shell.module.css";
import { refreshCommands, useTasks } from "./use-view.ts";
import { createStore } from "#client/store.ts";

export function Shell({ who }: { who: SignInResult }) {
  useEffect(() => {
    const abortController = new AbortController();
    void followShop(abortController.signal);
    return () => abortController.abort();
  }, [who.token]);
  useEffect(() => connection.subscribe(() => connection.get() === "open" && refreshCommands()), []);
  useNewOrders();
  const { role } = who;
  const isRemote = who.entrance === "passkey";
  useEffect(() => {
    if (!isRemote) return;
    void renewPush();
    return followNotifications((path) => goTo(path));
  }, [isRemote]);
  const mayOpen = useCallback(
    (href: string) => findScreen(new URL(href, location.origin).pathname).route.roles.includes(role),
    [role],
  );
  return (
    <div className={styles.desk}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.top}>
        <a href="/" className={styles.brand}>
          <LogoMark />
          <span>Desk</span>
        </a>
        <button
          type="button"
          className={styles.find}
          onClick={() => palette.set(true)}
          aria-keyshortcuts="Control+K"
        >
          <Icon of={Search} size={18} />
          <span>Search</span>
          <kbd>Ctrl K</kbd>
        </button>
        <Menu role={role} />
        <div className={styles.who}>
          <PersonMenu who={who} />
          <TasksLink />
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionNotice />
        <UpdateNotice />
        <Tabs role={role} />
        <BackLink />
        <MayOpen value={mayOpen}>
          <CurrentScreen />
        </MayOpen>
        <ChangeDialog />
        <LeaveDialog />
        {isRemote && <ProofDialog />}
      </main>
      <Palette role={role} />
    </div>
  );
}

function PersonMenu({ who: { name, role, entrance } }: { who: SignInResult }) {
  const { isOpen, toggle, frame } = usePopup();
  const text = role === "owner" ? name : `${name}, ${role}`;
  return (
    <div ref={frame} className={styles.person}>
      <button
        type="button"
        className={styles.own}
        aria-label={`${text}: menu`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon of={UserRound} size={18} />
        <span>{text}</span>
      </button>
      {isOpen && (
        <div className={styles.panel}>
          <p>{text}</p>
          {entrance === "passkey" && (
            <a href="/sign-in" className={styles.choice}>
              <Icon of={KeyRound} size={18} />
              Your sign-in
            </a>
          )}
          <SoundSwitch />
          <button type="button" className={styles.choice} onClick={() => void logOut()}>
            <Icon of={LogOut} size={18} />
            Log out
          </button>
        </div>
      )}
    </div>
  );
}

/** The state of a menu. Escape, Back, a click elsewhere or opening a screen closes the menu. */
function usePopup() {
  const at = place.useValue();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isOpen = openAt === at;
  useBackButton(isOpen, () => setOpenAt(null));
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target);
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      // The focused choice disappears with the menu, so move the focus to the button that opened it.
      if (isEscape && isInside) frame.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      if (event instanceof KeyboardEvent ? isEscape : !isInside) setOpenAt(null);
    };
    const closing = new AbortController();
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, close, closing);
    return () => closing.abort();
  }, [isOpen]);
  return { isOpen, toggle: () => setOpenAt(isOpen ? null : at), frame };
}

const ENTRIES_OF_PHONE = 4;

function Menu({ role }: { role: SignInResult["role"] }) {
  const { isOpen, toggle, frame } = usePopup();
  const { route } = findScreen(new URL(place.useValue(), location.origin).pathname);
  const entries = screens.filter(({ icon, roles }) => icon && roles.includes(role));
  const [first, others] = [entries.slice(0, ENTRIES_OF_PHONE), entries.slice(ENTRIES_OF_PHONE)];
  return (
    <nav ref={frame} className={styles.menu} aria-label="Desk">
      {first.map((screen) => (
        <MenuEntry key={screen.path} screen={screen} shown={route.path} />
      ))}
      {others.length > 0 && (
        <>
          <button
            type="button"
            className={classNames(styles.entry, styles.more)}
            aria-expanded={isOpen}
            data-current={others.some(({ path }) => isPartOf(route.path, path)) || undefined}
            onClick={toggle}
          >
            <Icon of={Ellipsis} size={20} />
            More
          </button>
          <div className={styles.others} data-open={isOpen || undefined}>
            {others.map((screen) => (
              <MenuEntry key={screen.path} screen={screen} shown={route.path} />
            ))}
          </div>
        </>
      )}
    </nav>
  );
}

function TasksLink() {
  const running = useTasks().data?.filter(({ reply }) => reply === null).length ?? 0;
  const label = running > 0 ? `Tasks, ${running} running` : "Tasks";
  return (
    <a href="/tasks" className={styles.tasks} aria-label={label} title={label}>
      <Icon of={ListChecks} size={18} />
      {running > 0 && <span className={styles.count}>{running}</span>}
    </a>
  );
}

function MenuEntry({ screen: { path, name, icon }, shown }: { screen: Screen; shown: string }) {
  return (
    <a href={path} aria-current={isPartOf(shown, path) ? "page" : undefined} className={styles.entry}>
      {icon && <Icon of={icon} size={20} />}
      <span>{name}</span>
    </a>
  );
}

const isPartOf = (shownPath: string, entry: string): boolean =>
  shownPath === entry ||
  (entry !== "/" && shownPath.startsWith(`${entry}/`)) ||
  (entry === "/books" && shownPath.startsWith("/visitors"));

function Tabs({ role }: { role: SignInResult["role"] }) {
  const at = new URL(place.useValue(), location.origin).pathname;
  const { part } = findScreen(at).route;
  const strip = useShownChoice<HTMLElement>(at);
  if (part === undefined) return null;
  return (
    <nav ref={strip} className={styles.tabs} aria-label={part}>
      {screens
        .filter((screen) => screen.part === part && screen.roles.includes(role))
        .map(({ path, name, tab = name }) => (
          <a key={path} href={path} className={styles.tab} aria-current={at === path ? "page" : undefined}>
            {tab}
          </a>
        ))}
    </nav>
  );
}

/** A link from the screen of a list's entry, such as an order, back to the list. */
function BackLink() {
  const { route } = findScreen(new URL(place.useValue(), location.origin).pathname);
  const path = route.path.replace(/^\/do\//, "/commands/");
  const list = screens.find((each) => each.path !== "/" && path.startsWith(`${each.path}/`));
  return (
    list &&
    route.part === undefined && (
      <a href={getListHref(list.path)} className={styles.back} data-back="">
        <Icon of={ChevronLeft} size={18} />
        {list.name}
      </a>
    )
  );
}

function CurrentScreen() {
  const at = new URL(place.useValue(), location.origin);
  const { route, params } = findScreen(at.pathname);
  const [loaded, setLoaded] = useState<{ path: string; Part: ComponentType<{ params: Params }> } | null>(
    null,
  );
  useEffect(() => {
    let isCurrent = true;
    void route
      .load()
      .catch(() => ({ default: MissingScreen }))
      .then(({ default: Part }) => isCurrent && setLoaded({ path: route.path, Part }));
    return () => void (isCurrent = false);
  }, [route]);
  useEffect(() => {
    document.title = `${route.name} · Desk`;
  }, [route]);
  const { role } = session.get() ?? {};
  const isForOtherRoles = role !== undefined && !route.roles.includes(role);
  useEffect(() => {
    if (isForOtherRoles)
      goTo(screens.find(({ roles }) => role && roles.includes(role))?.path ?? "/", { replace: true });
  }, [isForOtherRoles, role]);
  return loaded?.path === route.path && !isForOtherRoles ? (
    <ErrorBoundary key={at.pathname} fallback={<BrokenScreen />}>
      <loaded.Part params={params} />
    </ErrorBoundary>
  ) : (
    <ViewState error={null} isLoading />
  );
}

/**
 * Replaces a screen whose script was not received. Reloads the page when the connection is back, because browsers do
 * not request the script again. This loses no input, because the previous screen is already closed.
 */
function MissingScreen() {
  useEffect(() => {
    let wasLost = connection.get() === "unreachable";
    return connection.subscribe(() => {
      if (connection.get() === "open" && wasLost) location.reload();
      wasLost ||= connection.get() === "unreachable";
    });
  }, []);
  return <BrokenScreen />;
}

const Reload = ({ children }: { children: string }) => (
  <Notice tone="danger" className={styles.connection}>
    <p>{children} Reload this page.</p>
    <Button variant="secondary" onClick={() => location.reload()}>
      Reload
    </Button>
  </Notice>
);

/** Asks the user to reload after an update. An automatic reload could lose what is typed in a form. */
const UpdateNotice = () => isOutdated.useValue() && <Reload>The desk was updated.</Reload>;

/** Replaces a screen that failed to load or render. Shows nothing if `UpdateNotice` already asks for a reload. */
const BrokenScreen = () => (isOutdated.useValue() ? null : <Reload>This screen cannot be shown.</Reload>);

function ConnectionNotice() {
  const state = connection.useValue();
  const lastHeardAt = lastEventAt.useValue();
  if (state === "open" || state === "connecting") return null;
  const message = `The data on this page is from ${formatDateTime(lastHeardAt)}.`;
  return (
    <Notice tone="danger" className={styles.connection}>
      {state === "away"
        ? `The shop is not running. ${message} This page updates itself as soon as the shop is open again.`
        : `The desk is not responding. ${message} ${SILENCE_ADVICE[entrance.get()]}`}
    </Notice>
  );
}

function useNewOrders(): void {
  useNews(
    useCallback(({ news, orderId = "" }: OperatorEvent) => {
      if (news === "order placed") toastInfo(`New order ${orderId}`);
      if (news === "message received") toastInfo("New message: open Messages under People");
      if (news === "asked to cancel") toastInfo(`${orderId}: the customer asks to cancel the order`);
      if (news === "order paid") {
        playBell();
        void notifyPaid(orderId);
      }
    }, []),
  );
}

async function notifyPaid(orderId: string): Promise<void> {
  const orderView = view<DataOf<typeof orderDetails>>({ noun: "orders", verb: "show", args: { orderId } });
  const order = await orderView.catch(() => null);
  // Show no message on this order's own screen, which already shows the payment, for example of an order by phone.
  if (place.get().split("?")[0] === `/orders/${orderId}`) return;
  toastInfo(`${orderId} is ${order?.cash ? "confirmed" : "paid"}`);
}

function SoundSwitch() {
  const isOn = sound.useValue();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={styles.choice}
      onClick={() => {
        sound.set(!isOn);
        if (!isOn) playBell();
      }}
    >
      <Icon of={isOn ? Bell : BellOff} size={18} />
      Sound for a new order
    </button>
  );
}

const SOUND_STORAGE_KEY = "desk-sound";

/** True if the desk plays a sound for new orders. The default is off, because browsers require a click first. */
const sound = createStore(localStorage.getItem(SOUND_STORAGE_KEY) === "on");

sound.subscribe(() => localStorage.setItem(SOUND_STORAGE_KEY, sound.get() ? "on" : "off"));

let audioContext: AudioContext | undefined;

const getAudio = (): AudioContext => (audioContext ??= new AudioContext());

// Safari plays only sounds of a context that was resumed during a click.
addEventListener("click", () => void (sound.get() && getAudio().resume()));

function playBell(): void {
  if (!sound.get()) return;
  const audio = getAudio();
  const strike = (frequency: number, at: number) => {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.18, audio.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.9);
    tone.connect(loudness).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 1);
  };
  strike(1318, 0);
  strike(1046, 0.22);
}
