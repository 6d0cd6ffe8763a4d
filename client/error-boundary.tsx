import { Component, type ReactNode } from "react";
import type { Location } from "./router/location.ts";

interface ErrorBoundaryProps {
  /** Replaces the children after an error, until `location` changes. */
  fallback: ReactNode;
  location?: Location;
  onError?: () => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  location: Location | undefined;
  broken: boolean;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { location: this.props.location, broken: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { broken: true };
  }

  static getDerivedStateFromProps(
    { location }: ErrorBoundaryProps,
    previous: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return location === previous.location ? null : { location, broken: false };
  }

  override componentDidCatch(error: unknown): void {
    // React only logs the error. The `error` event makes web/entry-client.tsx report it.
    dispatchEvent(new ErrorEvent("error", { error }));
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
