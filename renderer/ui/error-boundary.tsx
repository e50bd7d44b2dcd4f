import { Component, type ReactNode } from 'react';

type Props = {
  readonly resetKey: string;
  readonly fallback: (reset: () => void) => ReactNode;
  readonly children: ReactNode;
};
type State = { readonly hasFailed: boolean; readonly resetKey: string };

/** A fault in one page stays in that page: the frame stands, and going elsewhere starts afresh. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback(() => this.setState({ hasFailed: false }));
  }
}
