//! The error of the PNG backend.

/// The reason why a PNG could not be written.
#[derive(Debug)]
pub enum PngError {
    /// The image would have no pixels, or more than 100,000 in a row or column.
    Size {
        /// Pixels in a row.
        width: f64,
        /// Pixels in a column.
        height: f64,
    },
    /// The file could not be written.
    Encoding(::png::EncodingError),
}

impl std::fmt::Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Size { width, height } => {
                write!(
                    f,
                    "a picture of {width:.0} × {height:.0} pixels cannot be made: choose other dots per inch"
                )
            }
            Self::Encoding(error) => write!(f, "the picture cannot be written: {error}"),
        }
    }
}

impl std::error::Error for PngError {}

impl From<std::io::Error> for PngError {
    fn from(error: std::io::Error) -> Self {
        Self::Encoding(error.into())
    }
}

impl From<::png::EncodingError> for PngError {
    fn from(error: ::png::EncodingError) -> Self {
        Self::Encoding(error)
    }
}
